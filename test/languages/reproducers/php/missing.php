<?php

require 'vendor/autoload.php';

new Nowhere\Thing();
