#:project src/Shop/Shop.csproj
using System;

public static class FaultlineReproducer
{
    public static void Main()
    {
        Console.WriteLine("no assertion failed here");
        Shop.Cart.Total(null);
    }
}
