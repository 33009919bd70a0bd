"""Prints what some statements are made of."""
import sqlparse
from sqlparse.sql import Function, Identifier, IdentifierList, Where
from sqlparse.tokens import DML, Keyword

SQL = """
select a.id, upper(b.name) as label, count(*) from orders a
  join people as b on a.person = b.id -- who
 where a.total > 10 and (b.age between 18 and 65 or b.name like 'A%') group by 1, 2 order by label desc;
insert into log (day, what) values ('2026-01-01', 'x'), ('2026-01-02', 'y');
create table t (id integer primary key, name varchar(20) not null);
update t set name = case when id = 1 then 'one' else 'many' end where id in (select id from old);
"""


def names(statement):
    for token in statement.tokens:
        if isinstance(token, IdentifierList):
            yield from (each.get_name() for each in token.get_identifiers() if isinstance(each, Identifier))
        elif isinstance(token, Identifier):
            yield token.get_alias() or token.get_real_name()


def explain(statement):
    first = statement.token_first(skip_cm=True)
    print(statement.get_type().lower(), first.value.upper(), [name.lower() for name in names(statement)])
    where = next((each for each in statement.tokens if isinstance(each, Where)), None)
    if where is not None:
        at, word = where.token_next_by(m=(Keyword, "WHERE"))
        print("  where", at, word.normalized, len(list(where.flatten())))
    for token in statement.flatten():
        if token.ttype is DML:
            print("  dml at depth", sum(1 for _ in iter_parents(token)))


def iter_parents(token):
    while token.parent is not None:
        yield token.parent
        token = token.parent


def functions(group):
    for token in group.get_sublists():
        if isinstance(token, Function):
            yield token.get_name().upper(), sum(1 for _ in token.get_parameters())
        yield from functions(token)


def main():
    for text in sqlparse.split(SQL):
        (statement,) = sqlparse.parse(text)
        explain(statement)
        print("  calls", list(functions(statement)))
        print(sqlparse.format(text, reindent=True, keyword_case="upper", strip_comments=True).splitlines()[0])
    print(sqlparse.format("select a,b from c where d=1", reindent_aligned=True, use_space_around_operators=True))
    print(sqlparse.format("select 'a long text', b", output_format="python", truncate_strings=4))
    print(sqlparse.format("SELECT a, b FROM c", comma_first=True, reindent=True, identifier_case="upper", wrap_after=4))


if __name__ == "__main__":
    main()
