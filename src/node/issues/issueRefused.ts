import { UserError } from '../../core/util/userError';

/** The server wants to know who asks before it answers, or wants somebody else: signing in may help. */
export class IssueRefused extends UserError {}
