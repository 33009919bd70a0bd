namespace Shop
{
    public static class Cart
    {
        public static int Total(params int[] prices)
        {
            int sum = 0;
            for (int i = 1; i < prices.Length; i++)
            {
                sum += prices[i];
            }
            return sum;
        }
    }
}
