#:project src/Shop/Shop.csproj
using Nowhere;

public static class FaultlineReproducer
{
    public static void Main()
    {
        new Thing();
    }
}
