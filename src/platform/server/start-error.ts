/**
 * Something the person who starts Pritchel can put right: the message is one plain sentence saying what is wrong and what to do.
 * It is shown alone, without a stack.
 */
export class StartError extends Error {
  override name = 'StartError'
}
