//! Chooses versions for requirements.
use semver::{BuildMetadata, Comparator, Op, Prerelease, Version, VersionReq};

fn newest<'a>(requirement: &str, versions: &'a [Version]) -> Option<&'a Version> {
    let requirement = VersionReq::parse(requirement).unwrap();
    versions.iter().filter(|version| requirement.matches(version)).max()
}

fn main() {
    let versions: Vec<Version> = ["0.9.3", "1.0.0-rc.1", "1.0.0", "1.2.3+build.5", "1.10.0", "2.0.0-alpha.beta", "2.0.1"]
        .iter()
        .map(|text| Version::parse(text).unwrap())
        .collect();
    println!("{}", newest("^1.0", &versions).unwrap().minor - 9);
    println!("{}", newest("~1.2", &versions).expect("a version of 1.2").build.as_str().len());
    println!("{}", newest(">=1.0.0-rc.0, <1.0.0", &versions).unwrap().pre.as_str());
    assert_eq!(newest("=2.0", &versions).map(Version::to_string).as_deref(), Some("2.0.1"));
    assert_eq!(newest("0.9.*", &versions).unwrap().patch, 3);
    assert!(newest(">2", &versions).is_none());
    let pre = Prerelease::new("alpha.11").unwrap();
    assert!(pre > Prerelease::new("alpha.2").unwrap() && pre < Prerelease::new("alpha.beta").unwrap());
    assert!(BuildMetadata::new("007").unwrap() > BuildMetadata::new("7").unwrap());
    let comparator = Comparator::parse(">=1.2.3-beta").unwrap();
    assert_eq!((comparator.op, comparator.minor, comparator.pre.len()), (Op::GreaterEq, Some(2), 4));
    for (text, message) in [
        ("1.2", "unexpected end of input while parsing minor version number"),
        ("1.02.3", "invalid leading zero in minor version number"),
        ("1.2.3-", "empty identifier segment in pre-release identifier"),
        ("a.b.c", "unexpected character 'a' while parsing major version number"),
    ] {
        assert_eq!(Version::parse(text).unwrap_err().to_string(), message);
    }
    let text = versions.iter().map(|version| format!("{version:>18}")).collect::<Vec<_>>().join("|");
    assert_eq!(text.len(), 18 * 7 + 6);
    assert_eq!(VersionReq::parse(">=1, <2.5.*").unwrap().to_string(), ">=1, <2.5");
    assert_eq!(VersionReq::parse("*").unwrap(), VersionReq::STAR);
}
