import Foundation

/// Images that a ``SampleHomeserver`` has: small drawings, one of them a JPEG.
public enum SampleImages {
    /// The files, by their names.
    public static let files: [String: Data] = ["pot.png": pot, "wheel.png": wheel, "river.jpg": jpeg]

    /// A PNG of 120×90 pixels.
    public static let pot = image(
        """
        iVBORw0KGgoAAAANSUhEUgAAAHgAAABaCAIAAAD8YgW4AAAClUlEQVR42u3c204TURTG8UmfwNKWcgqEC16AoYKnKEaQCB6WJr5hB/C0RCMGgs\
        K00wOHQLggPoQPUWfv6UUToynG2bPXnm/l/wL98gtp6LSF7o+fyECFnuchAxV6PQ8ZCKIhGqIRREM0RMMaREM0gmiIhmhwg2iIRhAN0RANbhAN\
        0QiiIRqiEURDNIJoiP7Hbrwl1Tvde90HHes+6nYIoq9dcYuK27o3Km+4K+5Q8ZPuswqi/9jIFqm2h1327zfyhVS7BNH9SgGVNlVeOlfapdJXVX\
        5FlwMqp7bv71feo7h8ia7UqRKYm3jwKvsUlwvRoxlNPHijB+Sy6Gqd4jw7rnpA1W/koOgxayYevLHv5JTocStXTm78kBwRPWHxyslNHJF40ZPW\
        r5zcZEiCRU8JWTm5qQZJFS3uRIqeDkjc0NMRCRM9U5e3cnIzEUkSLfrEiJ4NSPTQs22SIdqBkyHahaEhGqL7zW2SA0PPdcl20c6c7aLdGRqiIR\
        qiDYq+es0OrHxVY7yPxvtovI+GaDdFX76S/Wf60mcx/48GZ0P/j754KRX1RQqc0/3M8PyFvK3P51nkp+B4s2HoU/Cz55JQn6XG2cSTSqfPZGx9\
        Os/in707eWr71idpWjb6NOnxhr1bH6ds2fTz0d11G7fupm85gyf+O084zpKJOz53jFjO7Dss7bXst26bgpzxt7Jaa9x6nM3cLZ9bPpt/yVl+zz\
        Ba5WjF3NyRz3H5/eZsc4Wbj1Qp7duscXNBhe+C92s8ZNXy/1m8UWPVAlvy6mz8dYNwmcMHuvuqIZcNlzhc1N1U4dcNrt3RPVbd1d3R3dbd0i3p\
        FtnyV4FfoIFo/AINgmiIhmhYg2iIRhAN0RANbhAN0QiiITrn/QJP9ljs6N3JHgAAAABJRU5ErkJggg==
        """
    )

    /// A PNG of 96×96 pixels.
    public static let wheel = image(
        """
        iVBORw0KGgoAAAANSUhEUgAAAGAAAABgCAIAAABt+uBvAAACYUlEQVR42u3bwVHFMAwE0C2HM5VQCWeqow064EwJdPBjSbuSneyMT5Bvr978BN\
        sx+Pn9c3vRYAIDGchADwX6+nhbb08BCqHsgIWDXEakcKJLpxROp1Ez4R40OibciUbBhFvqEI0wpbPSA32UASBWXMr1Cib06OS66gzAB+Imo3+W\
        ZQSdTr3D2Uh5IEUOaT+VPrGDDhGInhA76HCBuDkxfpOPAK13jqk/W4O3mARIPTFre0hH+0fPSqIHSJETulXohvOgxCgloMULGoB0IVEcmGUkWm\
        rUQyaB0inpQKFxyUDRmrdazbMSgvL1qRuxPpJOGAbiltq5YcaNB+LXp5K+fnE9Xh8Q6+mg0OEA6eZ+ob8vCp1ogUKgUD3FtxqsYCUg+to6NOLU\
        /gF0X59QbYnfilINAKXXSjqd7YAu6wz9XJonCbTb+3tdngsg9WGJrU5urPTfDVQ3akgyDNS2S3kw0NRZFiHQo5qBDGQgAxnIQM8C8jzIM2mvxY\
        4AOn417/0g7yh6T/o4oLu91fB7Mb9Z3ePV853fzft0h88HyYB8wsxnFH3KlQXkc9I+aV8G8v9q4P3z+3VL70hc9nw5Sr2Hek6Ixg7VRgES5YRi\
        7GhhLCBFTtDHTlRFBKLnJAPlSuICcaOCO/ApQOtdYXDsqVss1BvGEzQ/pKMdYvwm75wHJSqF9EG4non+WdYNmwcKTTpEQNKpGQGIODGjXE/XIQ\
        Cx5vjpa3Q0TKDKWlHXKHXRgHYzYhXFBNqEiVsOH2iQSVGICqiZSVeCFkgt1ZC8CYgr1Rm4G2hksncq0BHNQAYykLT9A3/eYw4Yu7kGAAAAAElF\
        TkSuQmCC
        """
    )

    /// A JPEG of 24×16 pixels.
    public static let jpeg = image(
        """
        /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAUDBAQEAwUEBAQFBQUGBwwIBwcHBw8LCwkMEQ8SEhEPERETFhwXExQaFRERGCEYGh0dHx8fExciJC\
        IeJBweHx7/2wBDAQUFBQcGBw4ICA4eFBEUHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh7/wAARCAAQ\
        ABgDASIAAhEBAxEB/8QAGQAAAgMBAAAAAAAAAAAAAAAAAAUGBwgJ/8QAHBABAAAHAQAAAAAAAAAAAAAAAAYIQ0aChMHD/8QAFQEBAQAAAAAAAA\
        AAAAAAAAAABwX/xAAqEQAAAwUECwAAAAAAAAAAAAAAERIBAgMEBQYTITEUFRZRYmOhorLh4v/aAAwDAQACEQMRAD8AhJTENDLhsvSVC5dX2SbP\
        T+gVGHMJUk8DLN1rM8d4Z7awr2iR3DI0+boy+HRQE7brkd3yATVfF09j/9k=
        """
    )

    private static func image(_ text: String) -> Data { Data(base64Encoded: text) ?? Data() }
}
