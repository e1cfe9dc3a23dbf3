/** Where a code is requested. */
export type SignInView = {
  page: 'sign-in'
  /** What codes can be sent to from here; nothing where no provider is set up. */
  takes: readonly ('email' | 'phone')[]
  isTestVersion: boolean
  typed: string
  fault: string | undefined
  /** The invitation that the visitor comes back to once signed in. */
  join: string | undefined
  /** Why the demo did not open as an owner. */
  demoFault: string | undefined
}

/** Where the code is typed. */
export type CodeView = {
  page: 'code'
  /** What was typed: a slip in it shows here. */
  address: string
  fault: string | undefined
  /** It adds an address, or proves again who is signed in already. */
  isSignedIn: boolean
}

/** Where the link of a message leads: its token is in the fragment, and a press uses it. */
export type LinkView = { page: 'link'; isSpent: boolean }

/** Where the word about a new device leads: a press signs everyone out. */
export type NotMeView = { page: 'not-me'; state: 'asked' | 'done' | 'spent' }
