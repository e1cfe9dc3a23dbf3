/**
 * The answer of a change that is still being read, about record `id`: it comes along with what follows from the rows of the change, which
 * alters nothing of it. When it can't be read, the transaction keeps nothing.
 */
export class ReadAlong<T> {
  readonly id: string
  readonly answer: Promise<T>
  constructor(id: string, answer: Promise<T>) {
    this.id = id
    this.answer = answer
    answer.catch(() => {})
  }
}
