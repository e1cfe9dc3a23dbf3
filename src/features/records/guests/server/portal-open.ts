import { can, type Tier } from '#lib/plan.ts'
import { type GuestTx, type PracticeTx, type Prepared, readIn } from '#platform/server/database/db.ts'

const OPEN: Prepared = { name: 'portal_open', text: `select service_open($1, 'portal') as open` }
const OPEN_TO_GUEST: Prepared = { name: 'portal_open_to_guest', text: `select guest_service_open($1, 'portal') as open` }

/** Whether a horse's record is open to its owner: by the practice's plan, or because they pay for it. */
export const portalOpen = async (tx: PracticeTx, tier: Tier, horseId: string): Promise<boolean> =>
  can(tier, 'client-portal') || isOpen(await readIn(tx)<{ open: boolean }>(OPEN, [horseId]))

/** The same, read with a guest's eyes. */
export const portalOpenToGuest = async (tx: GuestTx, tier: Tier, horseId: string): Promise<boolean> =>
  can(tier, 'client-portal') || isOpen(await readIn(tx)<{ open: boolean }>(OPEN_TO_GUEST, [horseId]))

const isOpen = (rows: readonly { open: boolean }[]): boolean => rows[0]?.open === true
