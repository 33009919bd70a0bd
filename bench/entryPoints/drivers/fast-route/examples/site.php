<?php
// Finds what handles the requests of a small site.
require __DIR__ . '/../src/bootstrap.php';

use FastRoute\Dispatcher;
use FastRoute\RouteCollector;

function site(RouteCollector $r): void
{
    $r->get('/', 'home');
    $r->addRoute(['GET', 'POST'], '/users/{id:\d+}[/{tab}]', 'user');
    $r->addGroup('/admin', function (RouteCollector $r): void {
        $r->get('/log/{day:\d{4}-\d{2}}', 'log');
        $r->delete('/log/{day}', 'clear');
        $r->put('/x/{a}/{b}', 'x');
    });
    foreach (range(1, 25) as $n) {
        $r->get("/page$n/{name}", "page$n");
    }
}

function handle(Dispatcher $dispatcher, string $method, string $uri): string
{
    $found = $dispatcher->dispatch($method, $uri);
    if ($found[0] === Dispatcher::METHOD_NOT_ALLOWED) {
        return 'only ' . implode(',', $found[1]);
    }
    return $found[0] === Dispatcher::FOUND ? $found[1] . '(' . implode(',', $found[2]) . ')' : 'nothing';
}

function check(string $is, string $should): void
{
    if ($is !== $should) {
        throw new RuntimeException("$is instead of $should");
    }
    echo $is, "\n";
}

foreach (['GroupCountBased', 'CharCountBased', 'GroupPosBased', 'MarkBased'] as $kind) {
    $dispatcher = FastRoute\simpleDispatcher('site', [
        'dataGenerator' => "FastRoute\\DataGenerator\\$kind",
        'dispatcher' => "FastRoute\\Dispatcher\\$kind",
    ]);
    check(handle($dispatcher, 'GET', '/'), 'home()');
    check(handle($dispatcher, 'POST', '/users/7/likes'), 'user(7,likes)');
    check(handle($dispatcher, 'HEAD', '/users/12'), 'user(12)');
    check(handle($dispatcher, 'GET', '/admin/log/2026-01'), 'log(2026-01)');
    check(handle($dispatcher, 'GET', '/page24/z'), 'page24(z)');
    check(handle($dispatcher, 'PATCH', '/'), 'only GET');
    check(handle($dispatcher, 'GET', '/users/x'), 'nothing');
}
