; Types in annotations, bases, arguments.
(type_identifier) @name @reference.type
