import { AsyncLocalStorage } from 'node:async_hooks'
import type { OpeningKind } from '#features/records/guests/contract.ts'

const keeping = new AsyncLocalStorage<true>()

/** Does something for a phone that fetches pages to keep them: it does not count as opening them. */
export const keepOnPhone = <T>(work: () => T): T => keeping.run(true, work)

/** What is noted of an opening: of one that a phone makes to keep it, that it keeps a copy of what is this client's. */
export const asKept = <O extends { clientId: string | null; what: OpeningKind; subjectId: string }>(opened: O): O =>
  keeping.getStore() && opened.clientId ? { ...opened, what: 'copy', subjectId: opened.clientId } : opened
