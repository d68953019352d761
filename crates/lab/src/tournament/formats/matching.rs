//! Matching: the number of players of a group that can be paired at once if only some may meet.

use darkforge_streams as streams;

/// A prime below 2^61, so that sums and products stay in `u128`.
const PRIME: u64 = (1 << 61) - 1;

/// Greatest number of pairs of `group` in which each pair may meet by `may_meet`: half the rank of
/// the Tutte matrix, whose entries are drawn once (Lovász 1979). The answer is too small with a
/// probability of at most the group's size in 2^61, and the same in every run.
pub(super) fn most_pairs(group: &[usize], may_meet: impl Fn(usize, usize) -> bool) -> usize {
    let size = group.len();
    let partners = |a: usize| group.iter().filter(|&&b| b != a && may_meet(a, b)).count();
    if size >= 2 && group.iter().all(|&a| 2 * partners(a) >= size) {
        return size / 2; // there is a round trip through all (Dirac 1952)
    }
    let mut matrix = vec![vec![0_u64; size]; size];
    let mut draws = streams::open(0, "tutte", size as u64);
    for i in 0..size {
        for j in i + 1..size {
            let entry = 1 + streams::below(&mut draws, (PRIME - 1) as usize) as u64;
            if may_meet(group[i], group[j]) {
                matrix[i][j] = entry;
                matrix[j][i] = PRIME - entry;
            }
        }
    }
    rank(matrix) / 2
}

/// Rank modulo [`PRIME`] by elimination.
fn rank(mut matrix: Vec<Vec<u64>>) -> usize {
    let size = matrix.len();
    let mut rank = 0;
    for column in 0..size {
        let Some(pivot) = (rank..size).find(|&row| matrix[row][column] != 0) else {
            continue;
        };
        matrix.swap(rank, pivot);
        let inverse = power(matrix[rank][column], PRIME - 2);
        let (above, below) = matrix.split_at_mut(rank + 1);
        let top = &above[rank];
        for row in below.iter_mut().filter(|row| row[column] != 0) {
            let factor = times(row[column], inverse);
            for (value, &other) in row.iter_mut().zip(top).skip(column) {
                *value = (*value + PRIME - times(factor, other)) % PRIME;
            }
        }
        rank += 1;
    }
    rank
}

fn times(a: u64, b: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(PRIME)) as u64
}

fn power(mut base: u64, mut exponent: u64) -> u64 {
    let mut result = 1;
    while exponent > 0 {
        if exponent % 2 == 1 {
            result = times(result, base);
        }
        base = times(base, base);
        exponent /= 2;
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_groups_are_counted_right() {
        let group: Vec<usize> = (0..6).collect();
        assert_eq!(most_pairs(&group, |_, _| true), 3);
        assert_eq!(most_pairs(&group, |_, _| false), 0);
        assert_eq!(most_pairs(&group, |a, b| a == 0 || b == 0), 1, "a star");
        let triangles = |a: usize, b: usize| a / 3 == b / 3;
        assert_eq!(most_pairs(&group, triangles), 2, "two triangles");
        let path = |a: usize, b: usize| a.abs_diff(b) == 1;
        assert_eq!(most_pairs(&group, path), 3, "a path");
        assert_eq!(most_pairs(&[], path), 0);
    }
}
