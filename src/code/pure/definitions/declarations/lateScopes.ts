import { qualified, type Scope } from '../symbolSink';

/** The scope of a position whose name is only known later: `typedef struct { ... } name`. */
export interface LateScope extends Scope {
	readonly parent: LateScope | undefined;
	/** '' for a block whose definitions belong to the scope around it. */
	name: string;
	container: string;
	inClass: boolean;
}

/** The scopes of a text. Those around others are made before them. */
export class LateScopes {
	readonly file: LateScope = { parent: undefined, name: '', container: '', inClass: false, inFunction: false };
	private readonly scopes: LateScope[] = [];

	add(parent: LateScope, name: string, inClass: boolean): LateScope {
		const scope: LateScope = { parent, name, container: '', inClass, inFunction: false };
		this.scopes.push(scope);
		return scope;
	}

	/** Gives each scope its container, as all have their names. */
	resolve(): void {
		for (const scope of this.scopes) {
			const { parent = this.file, name } = scope;
			scope.container = name === '' ? parent.container : qualified(parent, name);
			scope.inClass = name === '' ? parent.inClass : scope.inClass;
		}
	}
}
