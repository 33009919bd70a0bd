<?php

require 'vendor/autoload.php';

$total = Shop\Cart::total([1, 2]);
assert($total === 3, "total is $total, not 3");
