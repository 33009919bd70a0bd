#:project src/Shop/Shop.csproj
using System;

public static class FaultlineReproducer
{
    public static void Main()
    {
        int total = Shop.Cart.Total(1, 2);
        if (total != 3)
        {
            throw new Exception("assertion failed: total is " + total + ", not 3");
        }
    }
}
