<?php
namespace Shop;

class OtherTest extends \PHPUnit\Framework\TestCase
{
	public function testAlone(): void
	{
		$this->assertTrue(true);
	}
}
