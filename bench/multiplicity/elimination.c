/*
 * Gauss' algorithm on random n x 2n matrices modulo a prime, by plain loops: PRIME N TIMES. Prints the least seconds of the processor, of
 * loops that divide after each product, and of loops over doubles that add up products as long as they are exact.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static uint64_t inverse(uint64_t a, uint64_t p) {
  uint64_t power = 1;
  for (uint64_t e = p - 2; e > 0; e >>= 1, a = a * a % p)
    if (e & 1) power = power * a % p;
  return power;
}

static void divided(uint64_t *a, int n, uint64_t p) {
  int w = 2 * n;
  for (int k = 0; k < n; k++) {
    uint64_t own = inverse(a[k * w + k], p);
    for (int i = k + 1; i < n; i++) {
      uint64_t factor = p - a[i * w + k] * own % p;
      for (int j = k; j < w; j++) a[i * w + j] = (a[i * w + j] + factor * a[k * w + j]) % p;
    }
  }
}

static double rest(double x, double p) { return x - floor(x / p) * p; }

static void delayed(double *a, int n, double p) {
  int w = 2 * n, room = (int)((9007199254740992.0 - p) / ((p - 1) * (p - 1)));
  for (int k = 0; k < n; k++) {
    for (int j = k; j < w; j++) a[k * w + j] = rest(a[k * w + j], p);
    double own = inverse((uint64_t)a[k * w + k], (uint64_t)p);
    for (int i = k + 1; i < n; i++) {
      double factor = p - rest(rest(a[i * w + k], p) * own, p);
      for (int j = k; j < w; j++) a[i * w + j] += factor * a[k * w + j];
      if (room < 2 || (k + 1) % (room - 1) == 0)
        for (int j = k; j < w; j++) a[i * w + j] = rest(a[i * w + j], p);
    }
  }
}

int main(int count, char **given) {
  if (count != 4) return 2;
  uint64_t p = strtoull(given[1], 0, 10);
  int n = atoi(given[2]), times = atoi(given[3]), size = 2 * n * n;
  uint64_t *whole = malloc(size * sizeof *whole);
  double *real = malloc(size * sizeof *real), least[2] = {1e9, 1e9};
  for (int t = 0; t < 2 * times; t++) {
    for (int i = 0; i < size; i++) real[i] = whole[i] = ((uint64_t)rand() * 2147483648u + rand()) % p;
    clock_t start = clock();
    if (t % 2 == 0) divided(whole, n, p);
    else if (p < 67108859) delayed(real, n, p);
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    if (seconds < least[t % 2]) least[t % 2] = seconds;
  }
  volatile double seen = real[size - 1] + whole[size - 1];
  (void)seen;
  printf("[%g, %g]\n", least[0], least[1]);
  return 0;
}
