import { UserError } from '../../../system/pure/errors/userError';

/** The server requires authentication, or another account: signing in may help. */
export class IssueRefused extends UserError {}
