//! Speed of the convolutions.
use darkforge_synoptic::network::kernel::*;
use std::time::Instant;
fn main() {
    let n = 16;
    for inputs in [104, 32] {
        let s = Sizes {
            inputs,
            outputs: 32,
        };
        let w = vec![0.01; 9 * inputs * 32];
        let x = vec![0.5; n * CELLS * inputs];
        let mut y = vec![0.0; n * CELLS * 32];
        let mut best = f64::MAX;
        for _ in 0..20 {
            let t = Instant::now();
            for _ in 0..10 {
                convolve(
                    &w,
                    s,
                    &x,
                    &mut y,
                    End {
                        bias: None,
                        adds: false,
                        rectifies: true,
                    },
                );
            }
            best = best.min(t.elapsed().as_secs_f64());
        }
        let macs = 10.0 * n as f64 * 64.0 * 9.0 * inputs as f64 * 32.0;
        println!("forward {inputs}: {:.1} GMAC/s", macs / best / 1e9);
        let (mut dw, mut db) = (vec![0.0; 9 * inputs * 32], vec![0.0; 32]);
        let mut best = f64::MAX;
        for _ in 0..20 {
            let t = Instant::now();
            for _ in 0..10 {
                weight_slopes(s, &x, &y, &mut dw, &mut db);
            }
            best = best.min(t.elapsed().as_secs_f64());
        }
        println!("slopes {inputs}: {:.1} GMAC/s", macs / best / 1e9);
    }
}
