const LINKS = [
  ['/my/sharing', 'Who can see'],
  ['/my/services', 'Services'],
  ['/my/settings', 'Settings'],
  ['/my/data', 'My data'],
  ['/my/privacy', 'Privacy'],
] as const

/** What is wanted now and then: at the foot of every page for a signed-in person. */
export const MyMore = () => (
  <footer data-screen-only className="mx-auto max-w-[560px] border-t border-line px-4 py-4">
    <nav aria-label="More" className="flex flex-wrap items-center gap-x-5">
      {LINKS.map(([href, label]) => (
        <a key={href} href={href} className="grid min-h-12 content-center">
          {label}
        </a>
      ))}
      <form method="post" action="/my/sign-out">
        <input type="hidden" name="id" value="this" />
        <button type="submit" className="min-h-12 cursor-pointer">
          Sign out
        </button>
      </form>
    </nav>
  </footer>
)
