import pytest

import sqlparse
from sqlparse.exceptions import SQLParseError


def test_reindent():
    text = sqlparse.format("select a, b from c where d = 1 and e = 2", reindent=True)
    assert text.splitlines() == ["select a,", "       b", "from c", "where d = 1", "  and e = 2"]


def test_reindent_of_subquery():
    text = sqlparse.format("select a from (select b from c) d", reindent=True)
    assert text.splitlines() == ["select a", "from", "  (select b", "   from c) d"]


def test_keyword_case():
    assert sqlparse.format("select A from b", keyword_case="upper", identifier_case="lower") == "SELECT a FROM b"


def test_strip_comments():
    text = sqlparse.format("select 1 -- one\n, /* two */ 2", strip_comments=True, strip_whitespace=True)
    assert text == "select 1 , 2"


def test_truncate():
    assert sqlparse.format("update a set b = 'abcdefgh'", truncate_strings=3) == "update a set b = 'abc[...]'"


def test_spaces_around_operators():
    assert sqlparse.format("a+b>=c", use_space_around_operators=True) == "a + b >= c"


def test_aligned():
    text = sqlparse.format("select a, b from c join d on e = f", reindent_aligned=True)
    assert text.splitlines()[1:3] == ["       b", "  from c"]


def test_comma_first():
    assert sqlparse.format("select a, b", reindent=True, comma_first=True).splitlines()[1].strip() == ", b"


def test_output_for_python():
    assert sqlparse.format("select 1\nfrom a", output_format="python").startswith("sql = (")


@pytest.mark.parametrize("options", [{"keyword_case": "x"}, {"indent_width": 0}, {"wrap_after": "x"}])
def test_wrong_options(options):
    with pytest.raises(SQLParseError):
        sqlparse.format("select 1", **options)


def test_values_and_insert():
    text = sqlparse.format("insert into a values (1, 2), (3, 4)", reindent=True)
    assert text.splitlines() == ["insert into a", "values (1, 2), (3, 4)"] or len(text.splitlines()) == 3
