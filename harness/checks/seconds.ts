/** A time in words, never shorter than it was: what is over a bound of whole milliseconds does not read as the bound. */
export const seconds = (millis: number): string => `${Math.ceil(millis) / 1000} s`
