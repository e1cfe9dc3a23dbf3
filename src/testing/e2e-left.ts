import type { Page } from 'playwright'

/** Everything a page has stored, as one text: every database, cache and file, and both storages. */
export const leftOn = (page: Page) => page.evaluate<string>(`(${LEFT})()`)

/* A string, because this program knows no DOM. */
const LEFT = `async () => {
  const found = [JSON.stringify(localStorage), JSON.stringify(sessionStorage)]
  const settled = (request) => new Promise((done, failed) => {
    request.onsuccess = () => done(request.result)
    request.onerror = () => failed(request.error)
  })
  const text = (_, value) => value instanceof ArrayBuffer || ArrayBuffer.isView(value) ? new TextDecoder('latin1').decode(value) : value
  for (const { name } of await indexedDB.databases()) {
    const db = await settled(indexedDB.open(name))
    for (const store of db.objectStoreNames) found.push(JSON.stringify(await settled(db.transaction(store).objectStore(store).getAll()), text))
    db.close()
  }
  for (const name of await caches.keys()) {
    const cache = await caches.open(name)
    for (const request of await cache.keys()) found.push(request.url, await (await cache.match(request)).text())
  }
  const walk = async (folder) => {
    for await (const entry of folder.values()) {
      found.push(entry.name)
      if (entry.kind === 'directory') await walk(entry)
      else found.push(await (await entry.getFile()).text())
    }
  }
  await walk(await navigator.storage.getDirectory())
  return found.join('\\n')
}`
