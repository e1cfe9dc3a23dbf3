import { renderToStaticMarkup } from 'react-dom/server'
import type { MyView } from '#app/my/views.ts'
import { MY_PAGES } from '#app/pages/my/pages.tsx'

/** The markup of a page of the portal; `painting.ts` puts the document around it. */
export function render(view: MyView): string {
  const Page = MY_PAGES[view.page] as (view: MyView) => ReturnType<(typeof MY_PAGES)['home']>
  return renderToStaticMarkup(<Page {...view} />)
}
