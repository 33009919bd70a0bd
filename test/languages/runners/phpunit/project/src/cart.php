<?php
function total(array $prices): int
{
	return array_sum($prices);
}
