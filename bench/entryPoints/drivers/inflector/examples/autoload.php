<?php
spl_autoload_register(function (string $class): void {
    $file = __DIR__ . '/../lib/' . str_replace('\\', '/', $class) . '.php';
    if (is_file($file)) {
        require $file;
    }
});
