import type { SyncOp } from '#lib/sync.ts'
import { ApiError, Unreachable } from '#platform/web/api.ts'
import type { Wires } from '#platform/web/sync/pass.ts'
import type { MemoryCopy } from '#testing/simulation/memory-copy.ts'
import type { ModelServer } from '#testing/simulation/model-server.ts'

export type Fate = 'arrives' | 'lost' | 'late' | 'answer lost' | 'answer late' | 'twice' | 'partly' | 401 | 413 | 429 | 500 | 503

type NetworkRequest = { kind: 'push'; body: Parameters<Wires['push']>[0] } | { kind: 'pull'; body: Parameters<Wires['pull']>[0] }
type Message = NetworkRequest & {
  from: MemoryCopy
  /** The server has done its part; the answer is still under way. */
  answer?: { value: unknown } | { error: unknown }
  resolve: (answer: never) => void
  reject: (error: unknown) => void
}

/** What is under way between devices and the server. */
export class Network {
  readonly underWay: Message[] = []
  /** Requests whose sender has given up, and which may still arrive. */
  readonly adrift: NetworkRequest[] = []
  readonly #server: ModelServer

  constructor(server: ModelServer) {
    this.#server = server
  }

  /** The wires of one tab. */
  wiresOf(from: MemoryCopy): Wires {
    const send = async (asked: NetworkRequest) => {
      // A frozen tab freezes before its request leaves, too.
      await from.step()
      return new Promise<never>((resolve, reject) => {
        this.underWay.push({ ...asked, from, resolve, reject })
      })
    }
    return { push: (body) => send({ kind: 'push', body }), pull: (body) => send({ kind: 'pull', body }) }
  }

  /** Decides what becomes of a message under way. */
  settle(message: Message | undefined, fate: Fate, mask = 0) {
    if (!message) return
    if (message.answer) return this.#hear(message, message.answer)
    if (fate === 'answer late') {
      message.answer = this.#handle(message)
      return
    }
    if (fate === 'late') this.adrift.push(message)
    if (fate === 'late' || fate === 'lost') return this.#hear(message, { error: new Unreachable('lost') })
    if (typeof fate === 'number') return this.#hear(message, { error: new ApiError(fate, '', '') })
    if (fate === 'twice') this.#handle(message)
    const answer = this.#handle(message, fate === 'partly' ? mask : 0)
    this.#hear(message, fate === 'answer lost' ? { error: new Unreachable('lost') } : answer)
  }

  /** A request that nothing waits for any more arrives after all. */
  drift(nth: number) {
    const [asked] = this.adrift.splice(nth % Math.max(1, this.adrift.length), 1)
    if (asked) this.#handle(asked)
  }

  /** Whether a request that names an op may still reach the server. */
  isOnItsWay = (opId: string): boolean =>
    [...this.underWay.filter(({ answer }) => !answer), ...this.adrift].some(
      ({ kind, body }) => kind === 'push' && (body.ops as SyncOp[]).some((op) => op.opId === opId),
    )

  /** A device died: nothing waits for its answers, but its requests may have left. */
  abandon(sessions: readonly MemoryCopy[]) {
    for (const message of this.underWay.filter((one) => sessions.includes(one.from))) {
      this.underWay.splice(this.underWay.indexOf(message), 1)
      if (!message.answer) this.adrift.push(message)
    }
  }

  #handle(asked: NetworkRequest, mask = 0): { value: unknown } | { error: unknown } {
    try {
      const isPut = (at: number) => ((mask >> (at % 16)) & 1) === 1
      return { value: asked.kind === 'push' ? this.#server.push(asked.body, isPut) : this.#server.pull(asked.body) }
    } catch (error) {
      return { error }
    }
  }

  #hear(message: Message, answer: { value: unknown } | { error: unknown }) {
    this.underWay.splice(this.underWay.indexOf(message), 1)
    if ('error' in answer) message.reject(answer.error)
    else message.resolve(answer.value as never)
  }
}
