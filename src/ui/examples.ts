import type { ReactNode } from 'react'

/** What a component's `*.examples.tsx` exports as `examples`: its name and every state worth looking at, for /workshop. */
export type Examples = { name: string; states: readonly { title: string; render: () => ReactNode }[] }
