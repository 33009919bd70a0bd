<?php
// Writes names in several forms and languages.
require __DIR__ . '/autoload.php';

use Doctrine\Inflector\InflectorFactory;
use Doctrine\Inflector\Language;
use Doctrine\Inflector\Rules\{Pattern, Patterns, Ruleset, Substitution, Substitutions, Transformation, Transformations, Word};

function check(string $is, string $should): void
{
    if ($is !== $should) {
        throw new DomainException("'$is' instead of '$should'");
    }
    echo $is, "\n";
}

$english = InflectorFactory::create()->build();
check($english->pluralize('category'), 'categories');
check($english->singularize('mice'), 'mouse');
check($english->tableize('UserAddress'), 'user_address');
check($english->classify('user_address'), 'UserAddress');
check($english->camelize('some words-here'), 'someWordsHere');
check($english->capitalize('top-o-the-morning'), 'Top-O-The-Morning');
check($english->urlize('Ünder dem Häuschen'), 'uender-dem-haeuschen');
check($english->unaccent('été'), 'ete');
check($english->pluralize('sheep'), 'sheep');
$french = InflectorFactory::createForLanguage(Language::FRENCH)->build();
check($french->pluralize('cheval'), 'chevaux');
$own = InflectorFactory::create()->withPluralRules(new Ruleset(
    new Transformations(new Transformation(new Pattern('/^(bil)er$/i'), '\1ers')),
    new Patterns(new Pattern('noflect')),
    new Substitutions(new Substitution(new Word('foo'), new Word('foos-y')))
))->build();
check($own->pluralize('biler') . $own->pluralize('noflect') . $own->pluralize('Foo'), 'bilersnoflectFoos-y');
