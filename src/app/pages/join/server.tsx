import { renderToStaticMarkup } from 'react-dom/server'
import type { JoinView } from '#app/join/join-view.ts'
import { JoinPage } from '#app/pages/join/JoinPage.tsx'

/** The markup of the page of an invitation. */
export const render = (view: JoinView): string => renderToStaticMarkup(<JoinPage view={view} />)
