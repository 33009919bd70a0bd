#:project src/Shop/Shop.csproj
public static class FaultlineReproducer
{
    public static void Main()
    {
        while (true)
        {
        }
    }
}
