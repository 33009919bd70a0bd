<?php
use PHPUnit\Framework\TestCase;

class CartTest extends TestCase
{
	public function testAdds(): void
	{
		$this->assertSame(3, total([1, 2]));
	}

	public function testFails(): void
	{
		$this->assertEquals(4, total([1, 2]));
	}

	public function testLater(): void
	{
		$this->markTestSkipped('not yet');
	}

	/** @dataProvider counts */
	public function testCounts(int $count): void
	{
		$this->assertSame(1, total(array_fill(0, $count, 1)));
	}

	public static function counts(): array
	{
		return ['one (1)' => [1], 'two' => [2]];
	}
}
