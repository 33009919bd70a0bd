<?php
require __DIR__ . '/../Parsedown.php';
require __DIR__ . '/TestParsedown.php';
