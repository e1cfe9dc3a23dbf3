import type { SentPaper } from '#features/ledger/invoices/sending-contract.ts'

/** What became of a paper that was sent, in sentences: `INV-0042 for Sarah Penrose. The outbox shows how far it is.` */
export const sentWords = ({ message, state }: Pick<SentPaper, 'message' | 'state'>): string => `${message} ${stateSentence(state)}`

const stateSentence = (state: SentPaper['state']): string => {
  if (state === 'simulated') return "Test version: it wasn't sent."
  return state === 'failed' ? "It couldn't be sent: see the outbox." : 'You can follow it in the outbox.'
}
