/** How ARPA files write the logarithm of 0, after SRILM. */
export const ARPA_ZERO = -99;
