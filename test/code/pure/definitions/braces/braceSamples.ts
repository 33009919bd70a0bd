/**
 * Parts of texts of a language: what may be in a file, in a class, and in a function. `@M` is where members follow, and
 * `@S` where statements do.
 */
export interface BraceSamples {
	readonly file: string;
	readonly top: readonly string[];
	readonly member: readonly string[];
	readonly statement: readonly string[];
	/** Texts that the parser has to read. */
	readonly unread: readonly string[];
}

export const braceSamples: Readonly<Record<string, BraceSamples>> = {
	java: {
		file: 'a.java',
		top: [
			'// Of what follows.',
			'import a.b.C;',
			'public abstract class A<T extends B<C>> extends D.E<T> implements F, g.H<I, J> {@M}',
			'@A(b = {C.class, D.class}) interface J<T> extends K, L<M<N>>\n{@M}',
			'sealed interface O permits P, Q {@M}',
			'enum R implements S { A, @T B(1) {@M}, /* Of C. */\n C(() -> {@S}), ; @M }',
			'record U<V>(int a, @W String... b) implements X {@M}',
			'@interface Y { int a() default 3; String[] b() default {}; @M }',
		],
		member: [
			'/** Of what\n * follows. */',
			'// Of it.\n\n',
			';',
			'int a[] = {1, 2}, b = c < d ? 1 : 2, e;',
			'private static final Map<K, List<? super V>> f = new HashMap<K, V>(), g;',
			'String h = "}\\"", i = """\n } " ""\\""" """;',
			"char j = '\\'', k = '{';",
			'Runnable l = new M<>(n) { // Of it.\n@M};',
			'Runnable o = () -> {@S};',
			'static {@S}',
			'{@S}',
			'@Override public static synchronized <T> A.B<T> p(int a, B... b) throws C, D {@S}',
			'abstract int q() [];',
			'default void r() // Of it.\n{@S}',
			'static class S {@M}',
			'enum T { A, B { @M } }',
			'record U(int a) { U {@S} @M }',
		],
		statement: [
			'// Of what follows.',
			'a(b < c, d > e);',
			'class F {@M}',
			'final @G("}") class H<I> extends J {@M}',
			'record K(int a, int b) {@M}',
			'enum L { A }',
			'if (m) {@S} else {@S}',
			'return n(new O() {@M}, new P[] {});',
			'Q r = s -> {@S};',
			'switch (t) { case A: @S break; default: @S }',
			'for (var u : new V() {@M}) {@S}',
			'try (W w = x()) {@S} catch (Y | Z e) {@S} finally {@S}',
			'Object record = A.class, y = b.new C() {@M};',
			"d[0] = '\"';",
		],
		unread: [
			'class A {',
			'class A { } }',
			'class A { void a( }',
			'class A { String a = "; }',
			'a',
			'class A { int a = [); }',
		],
	},
};
