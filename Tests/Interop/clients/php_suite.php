<?php

// The bootstrap of the suite of wiremock-php, with the packages of Debian in place of Composer's.

require_once 'Hamcrest/autoload.php';
require_once 'Hamcrest/Util.php';

spl_autoload_register(function (string $class): void {
    foreach (['../src', '.'] as $folder) {
        $file = $folder . '/' . str_replace('\\', '/', $class) . '.php';
        if (is_file($file)) {
            require_once $file;
        }
    }
});

require_once 'WireMock/Integration/MappingsAssertionFunctions.php';
\Hamcrest\Util::registerGlobalFunctions();

// The suite starts servers with exec(), which waits for a server that keeps the standard output.
define('EXEC_BLOCKS_ON_OUTPUT', true);
error_reporting(E_ALL);
