/** The order of design §2: a connector that does not conform outranks what is not decided. */
export const worse = (a: number, b: number): number => (rank.indexOf(a) < rank.indexOf(b) ? a : b)

const rank = [130, 4, 2, 1, 3, 0]
