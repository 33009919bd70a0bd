<?php

// What Composer writes, in short: the project's own code is found from here.
spl_autoload_register(function ($class) {
    foreach (require __DIR__ . '/autoload_psr4.php' as $prefix => [$folder]) {
        if (str_starts_with($class, $prefix)) {
            require $folder . '/' . str_replace('\\', '/', substr($class, strlen($prefix))) . '.php';
        }
    }
});
