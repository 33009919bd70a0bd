<?php

namespace Shop;

class Cart
{
    public static function total(array $prices): int
    {
        return array_sum(array_slice($prices, 1));
    }
}
