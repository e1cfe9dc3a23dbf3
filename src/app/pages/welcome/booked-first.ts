const KEY = 'pritchel.welcome'

/** The visit that was just booked here, kept for the tab, so that a reload or a look at another screen comes back to it. */
export const bookedNow = (): string | null => sessionStorage.getItem(KEY)

export const keepBooked = (visitId: string) => sessionStorage.setItem(KEY, visitId)

/** The next welcome starts from scratch. */
export const forgetBooked = () => sessionStorage.removeItem(KEY)
