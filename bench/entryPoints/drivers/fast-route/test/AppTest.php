<?php

namespace FastRoute;

use PHPUnit\Framework\TestCase;

class AppTest extends TestCase
{
    private function dispatch(string $kind, string $method, string $uri, callable $routes): array
    {
        $dispatcher = simpleDispatcher($routes, [
            'dataGenerator' => "FastRoute\\DataGenerator\\$kind",
            'dispatcher' => "FastRoute\\Dispatcher\\$kind",
        ]);
        return $dispatcher->dispatch($method, $uri);
    }

    public function kinds(): array
    {
        return [['GroupCountBased'], ['CharCountBased'], ['GroupPosBased'], ['MarkBased']];
    }

    /** @dataProvider kinds */
    public function testVariables(string $kind): void
    {
        $routes = function (RouteCollector $r): void {
            $r->addRoute('GET', '/a/{x}', 'first');
            $r->addRoute('GET', '/a/{x:\d+}/{y}', 'second');
            $r->addRoute('GET', '/b[/{z}]', 'third');
        };
        $this->assertSame([Dispatcher::FOUND, 'first', ['x' => 'q']], $this->dispatch($kind, 'GET', '/a/q', $routes));
        $this->assertSame([Dispatcher::FOUND, 'second', ['x' => '1', 'y' => '2']], $this->dispatch($kind, 'GET', '/a/1/2', $routes));
        $this->assertSame([Dispatcher::FOUND, 'third', []], $this->dispatch($kind, 'HEAD', '/b', $routes));
    }

    /** @dataProvider kinds */
    public function testMethods(string $kind): void
    {
        $routes = function (RouteCollector $r): void {
            $r->addRoute(['GET', 'PUT'], '/c/{x}', 'one');
            $r->addRoute('*', '/d', 'any');
        };
        $this->assertSame([Dispatcher::METHOD_NOT_ALLOWED, ['GET', 'PUT']], $this->dispatch($kind, 'POST', '/c/1', $routes));
        $this->assertSame([Dispatcher::FOUND, 'any', []], $this->dispatch($kind, 'POST', '/d', $routes));
        $this->assertSame([Dispatcher::NOT_FOUND], $this->dispatch($kind, 'GET', '/e', $routes));
    }

    public function testDuplicates(): void
    {
        $this->expectException(BadRouteException::class);
        $this->expectExceptionMessage('Cannot register two routes matching "/a/([^/]+)" for method "GET"');
        $this->dispatch('MarkBased', 'GET', '/', function (RouteCollector $r): void {
            $r->addRoute('GET', '/a/{x}', 'one');
            $r->addRoute('GET', '/a/{y}', 'two');
        });
    }

    public function testShadowed(): void
    {
        $this->expectException(BadRouteException::class);
        $this->dispatch('GroupCountBased', 'GET', '/', function (RouteCollector $r): void {
            $r->addRoute('GET', '/a/{x}', 'one');
            $r->addRoute('GET', '/a/b', 'two');
        });
    }

    public function testParser(): void
    {
        $parser = new RouteParser\Std();
        $this->assertSame([['/x'], ['/x', ['y', '[^/]+']]], $parser->parse('/x[{y}]'));
    }

    public function testCache(): void
    {
        $options = ['cacheFile' => sys_get_temp_dir() . '/routes-' . getmypid() . '.php'];
        $routes = function (RouteCollector $r): void {
            $r->addRoute('GET', '/a', 'one');
        };
        cachedDispatcher($routes, $options);
        $again = cachedDispatcher($routes, $options);
        unlink($options['cacheFile']);
        $this->assertSame([Dispatcher::FOUND, 'one', []], $again->dispatch('GET', '/a'));
    }
}
