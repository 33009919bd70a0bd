export enum Currency {
	Euro = 'EUR',
}
