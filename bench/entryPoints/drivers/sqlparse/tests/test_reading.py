import sqlparse
from sqlparse import sql, tokens as T


def test_split_keeps_statements_apart():
    text = "select 1; select ';' from a;\nselect 2"
    assert [each.rstrip(";") for each in sqlparse.split(text)][:2] == ["select 1", "select ';' from a"]


def test_split_knows_blocks():
    text = "create function f() begin declare x int; if x then select 1; end if; end; select 2;"
    assert len(sqlparse.split(text)) == 2


def test_type_of_statement():
    assert sqlparse.parse("with a as (select 1) select * from a")[0].get_type() == "SELECT"
    assert sqlparse.parse("/* c */ delete from a")[0].get_type() == "DELETE"


def test_alias_with_and_without_as():
    statement = sqlparse.parse("select a.b as c, d e from f")[0]
    columns = list(statement.token_next_by(i=sql.IdentifierList)[1].get_identifiers())
    assert [each.get_alias() for each in columns] == ["c", "e"]
    assert columns[0].get_parent_name() == "a"


def test_comparison_sides():
    where = sqlparse.parse("select 1 where a.x >= 10")[0].tokens[-1]
    comparison = where.token_next_by(i=sql.Comparison)[1]
    assert str(comparison.left) == "a.x"
    assert str(comparison.right) == "10"


def test_parameters_of_function():
    function = sqlparse.parse("coalesce(a, 1, max(b))")[0].tokens[0]
    assert function.get_name() == "coalesce"
    assert len(list(function.get_parameters())) == 3


def test_cases_of_case():
    case = sqlparse.parse("case when a then 1 when b then 2 else 3 end")[0].tokens[0]
    assert len(case.get_cases(skip_ws=True)) == 3


def test_flatten_gives_leaves():
    leaves = list(sqlparse.parse("select (a + 1) from b")[0].flatten())
    assert "".join(str(each) for each in leaves) == "select (a + 1) from b"
    assert leaves[0].ttype is T.DML


def test_order_and_array():
    assert sqlparse.parse("a desc")[0].tokens[0].get_ordering() == "DESC"
    assert [str(each) for each in sqlparse.parse("col[1][2]")[0].tokens[0].get_array_indices().__next__()] == ["1"]


def test_typecast_and_window():
    identifier = sqlparse.parse("foo::integer as bar")[0].tokens[0]
    assert identifier.get_typecast() == "integer"
    assert identifier.get_alias() == "bar"


def test_is_and_match():
    token = sqlparse.parse("select")[0].tokens[0]
    assert token.match(T.Keyword.DML, ["SELECT", "insert"])
    assert not token.match(T.Keyword, "from")
