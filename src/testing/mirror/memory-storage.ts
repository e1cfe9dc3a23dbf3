import { vi } from 'vitest'

/** A browser's storage of notes, in memory. */
export class MemoryStorage {
  readonly #notes = new Map<string, string>()
  get length() {
    return this.#notes.size
  }
  key(at: number) {
    return [...this.#notes.keys()][at] ?? null
  }
  getItem(name: string) {
    return this.#notes.get(name) ?? null
  }
  setItem(name: string, text: string) {
    this.#notes.set(name, String(text))
  }
  removeItem(name: string) {
    this.#notes.delete(name)
  }
  clear() {
    this.#notes.clear()
  }
}

/** Has the page use it, and know its kind. */
export function stubStorage(storage: MemoryStorage) {
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('sessionStorage', new MemoryStorage())
  vi.stubGlobal('Storage', MemoryStorage)
}
