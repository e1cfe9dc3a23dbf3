const nameOf = (id: string) => `pritchel/recording/${id}`

/** Notifies all tabs that a recording is being made, or looked at, here; returns a function that revokes this. It ends with the page. */
export function holdRecording(id: string): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const held = navigator.locks?.request(nameOf(id), () => promise)
  return async () => {
    resolve()
    await held
  }
}

/** Which recordings some tab is at. Without locks nothing is: what is offered twice can be kept once. */
export async function liveRecordings(): Promise<(id: string) => boolean> {
  const { held = [], pending = [] } = (await navigator.locks?.query()) ?? {}
  const names = new Set([...held, ...pending].map(({ name }) => name))
  return (id) => names.has(nameOf(id))
}
